"""Methods side by side: what each found in the same documents, where they agree, and how good each is."""
