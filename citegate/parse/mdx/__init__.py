"""MDX as an extension of the Markdown parser: what is known becomes text, what is not is opaque."""
