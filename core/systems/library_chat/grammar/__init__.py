"""How a question becomes a plan without a model: tokens, typed spans, rules over their tags, and the form asked for."""
