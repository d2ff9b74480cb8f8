"""`python -m core.batch COMMAND …`: hands over to the command's own file."""

from __future__ import annotations

import argparse
import sys

from core.batch import nco
from core.errors import AppError
from core.privacy import close_new_files

COMMANDS = (nco,)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 2 when the input or the settings are wrong, 130 when interrupted, with words on stderr."""
    parser = argparse.ArgumentParser(prog="python -m core.batch", description="Whole files, worked through.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        name = command.__name__.rpartition(".")[2]
        subparser = commands.add_parser(name, help=(command.__doc__ or "").partition("\n")[0])
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    chosen = parser.parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except AppError as error:
        sys.stderr.write(f"{error.in_full()}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped. What is done is kept: the same command goes on.\n")
        return 130


if __name__ == "__main__":
    close_new_files()
    raise SystemExit(main())
