"""The site: page files, assets, the site builder, merged styles, offline copy."""
