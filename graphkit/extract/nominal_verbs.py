"""Nouns of deeds with the verb of the deed: "the acquisition of Beta by Acme" says that Acme acquires Beta."""

from __future__ import annotations

VERB_OF = dict(
    pair.split(":")
    for pair in """
    acquisition:acquire purchase:purchase takeover:take_over founding:found foundation:found creation:create
    invention:invent discovery:discover construction:construct destruction:destroy appointment:appoint
    nomination:nominate publication:publish production:produce development:develop design:design
    translation:translate adaptation:adapt invasion:invade conquest:conquer occupation:occupy annexation:annex
    bombing:bomb siege:besiege murder:murder assassination:assassinate killing:kill arrest:arrest capture:capture
    abduction:abduct rescue:rescue liberation:liberate defeat:defeat endorsement:endorse approval:approve
    rejection:reject criticism:criticise praise:praise condemnation:condemn review:review treatment:treat
    exploration:explore restoration:restore renovation:renovate demolition:demolish closure:close
    management:manage leadership:lead ownership:own control:control use:use adoption:adopt introduction:introduce
    sponsorship:sponsor funding:fund employment:employ recruitment:recruit hiring:hire dismissal:dismiss
    expulsion:expel deportation:deport prosecution:prosecute conviction:convict bribery:bribe coverage:cover
    supervision:supervise support:support description:describe depiction:depict portrayal:portray
    performance:perform interpretation:interpret analysis:analyse investigation:investigate inspection:inspect
    """.split()
)
"""Base form of the verb by the noun; a blank in it is written "_"."""
