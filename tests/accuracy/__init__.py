"""The accuracy of finding references, measured by `make accuracy` on hand-labelled passages of five rulebooks and on made-up cases."""
