"""The office of NCO classification."""
