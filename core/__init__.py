"""Glassbox: five LangGraph systems behind one dashboard in which every answer shows its working."""
