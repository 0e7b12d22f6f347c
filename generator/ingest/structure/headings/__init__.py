"""One detector of headings for books without a profile of their own: weighs for each line all evidence for and against it."""
