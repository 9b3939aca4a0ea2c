"""All documents and passages of the site."""
