"""A ruleset in, its rule book in the ruleset's language out: as Markdown or as one page of HTML."""
