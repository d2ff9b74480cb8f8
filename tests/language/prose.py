"""Texts of every kind for properties: letters, marks, scripts, line breaks."""

from hypothesis import strategies as st

prose = st.text(st.sampled_from("aB é9.,!?\n\t-'#&+()•।。_") | st.characters())
