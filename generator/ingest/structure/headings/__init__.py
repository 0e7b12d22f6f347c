"""One detector of headings for books without a profile of their own: each line is weighed by all that speaks for and against it."""
