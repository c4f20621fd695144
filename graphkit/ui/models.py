"""Which language model this session asks: chosen on the settings page, else by secrets or the environment.

A key that is typed here stays in the memory of the session: it is in no file, no log and no address, and is shown to
nobody. Keys of the server go to the server's own address only, so that no visitor can send them elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st
from pydantic import BaseModel
from streamlit.errors import StreamlitSecretNotFoundError

from graphkit.errors import GraphkitError
from graphkit.llm.base import Request
from graphkit.llm.registry import (
    PROVIDERS,
    ProviderConfig,
    address_from_env,
    key_from_env,
    model_from_env,
    open_provider,
    provider_from_env,
)
from graphkit.ui.errors import show_error
from graphkit.ui.plain import plain

_CHOICE = "_language_model"
_NO_KEY = "none"


class _Greeting(BaseModel):
    greeting: str


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model to be asked; ``key_from`` says in words where its key comes from, or that there is none."""

    provider: str
    model: str
    base_url: str = ""
    key: str = field(default="", repr=False)
    key_from: str = "no key"

    @property
    def config(self) -> ProviderConfig:
        """How it is reached. Raises ``BadRequest``."""
        # A word in place of an absent key: else the key of the environment would be sent to another address.
        key = self.key or (_NO_KEY if self.base_url else "")
        return ProviderConfig(provider=self.provider, model=self.model, base_url=self.base_url, key=key)

    @property
    def words(self) -> str:
        """Model, place and state of the key, for people."""
        # Without its scheme, which Markdown would make a link that leads out of the application.
        place = f"at {self.base_url.partition('://')[2]}" if self.base_url else f"of {self.provider.capitalize()}"
        return f"{self.model or 'no model named'} {place}, {self.key_from}"

    def fault(self) -> str:
        """Why it cannot be asked, or nothing."""
        try:
            open_provider(self.config)
        except GraphkitError as fault:
            return str(fault)
        return ""


def model_choice() -> ModelChoice | None:
    """The model of this session; None if nobody has set one up."""
    chosen = st.session_state.get(_CHOICE)
    if isinstance(chosen, ModelChoice):
        return chosen
    provider = provider_from_env() or next((name for name in PROVIDERS if _secret(name)), "")
    if provider not in PROVIDERS:
        return None
    return _with_key(provider, model_from_env(provider), address_from_env() if provider == "openai" else "", "")


def model_form() -> None:
    """Choose provider, model, address and key; try them; go back to those of the environment."""
    now = model_choice()
    if now is None:
        st.info(
            "No language model is set up. Choose one here, or set GEMINI_API_KEY or OPENAI_API_KEY.",
            icon=":material/info:",
        )
    else:
        st.markdown(f"Questions to a language model go to **{plain(now.words, 300)}**.")
    with st.expander("Choose a language model", icon=":material/smart_toy:"), st.form("language_model", border=False):
        names = list(PROVIDERS)
        provider = st.selectbox(
            "Provider",
            names,
            index=names.index(now.provider) if now else 0,
            format_func=lambda name: PROVIDERS[name].title,
            key="model_provider",
        )
        model = st.text_input(
            "Model",
            now.model if now else "",
            placeholder=" or ".join(info.default_model for info in PROVIDERS.values()),
            key="model_name",
        )
        base_url = st.text_input(
            "Address of the server",
            now.base_url if now else "",
            placeholder="http://localhost:11434/v1",
            help="Only for a server other than the provider's own: llama.cpp, Ollama, vLLM.",
            key="model_address",
        )
        key = st.text_input(
            "Key",
            type="password",
            placeholder="leave empty for that of the environment, or for a server that needs none",
            help="It stays in the memory of this session and is sent to that address only.",
            key="model_key",
        )
        with st.container(horizontal=True):
            tried = st.form_submit_button("Ask for a greeting", icon=":material/network_check:", key="model_try")
            use = st.form_submit_button("Use this model", type="primary", icon=":material/check:", key="model_use")
    if tried or use:
        chosen = _with_key(provider, model.strip(), base_url.strip(), key.strip())
        _take(chosen, use=use)
    if isinstance(st.session_state.get(_CHOICE), ModelChoice) and st.button(
        "Back to the model of the environment", icon=":material/undo:", key="model_forget"
    ):
        del st.session_state[_CHOICE]
        st.rerun()


def _take(chosen: ModelChoice, *, use: bool) -> None:
    fault = chosen.fault()
    if fault:
        st.error(plain(fault, 1000), icon=":material/error:")
        return
    if use:
        st.session_state[_CHOICE] = chosen
        st.rerun()
    try:
        request = Request("Greet the reader in one word.", (("reader", "a person"),), _Greeting, 64)
        with st.spinner("Asking …"):
            answer = open_provider(chosen.config).complete(request)
    except GraphkitError as error:
        show_error(error, key="model_again")
        return
    said = answer.text.strip() or answer.detail or "nothing"
    st.success(f"{plain(chosen.model)} answers: {plain(said, 100)}", icon=":material/check_circle:")


def _with_key(provider: str, model: str, base_url: str, typed: str) -> ModelChoice:
    """The choice with the key that may be sent to that address."""
    own = address_from_env() if provider == "openai" else ""
    if typed:
        return ModelChoice(provider, model, base_url, typed, "key of this session")
    if base_url and base_url != own:
        return ModelChoice(provider, model, base_url, "", "no key")
    if key := key_from_env(provider):
        return ModelChoice(provider, model, base_url, key, "key of the environment")
    if key := _secret(provider):
        return ModelChoice(provider, model, base_url, key, "key of the server's secrets")
    return ModelChoice(provider, model, base_url)


def _secret(provider: str) -> str:
    """A key from Streamlit's secrets, under the name of its variable."""
    try:
        return next((str(st.secrets[name]) for name in PROVIDERS[provider].key_variables if st.secrets.get(name)), "")
    except (StreamlitSecretNotFoundError, FileNotFoundError):
        return ""
