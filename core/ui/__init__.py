"""What is drawn on the pages: the only folder of the core that knows Streamlit."""
