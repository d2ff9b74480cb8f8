"""Whether people meet a requirement, each kind of requirement in a module of its own."""
