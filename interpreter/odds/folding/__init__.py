"""A slicer in; seats that are proven to be independent, each solved alone, and the odds of their game put together, out."""
