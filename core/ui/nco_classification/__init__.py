"""What only the page of NCO classification draws."""
