"""The site: page files, assets, the site builder, one style, offline copy."""
