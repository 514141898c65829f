"""A board and what is known of its squares in, a picture of it as SVG or PNG out."""
