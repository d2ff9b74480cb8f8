"""Home: what Glassbox is, what each panel does for whom, who answers here, and where one left off."""

import streamlit as st

from core.ui.home.cards import draw_cards
from core.ui.home.latest import draw_latest
from core.ui.home.now import draw_news, draw_what_answers
from core.ui.home.tour import offer_tour
from core.ui.home.ways import leave_for_former_first
from core.ui.resources import guarded

leave_for_former_first()
st.title("Glassbox")
st.markdown("Glassbox answers questions about people, documents, jobs, books and papers, and shows how it did so.")
draw_cards(beside=draw_what_answers)
guarded(offer_tour)
guarded(draw_latest)
draw_news()
