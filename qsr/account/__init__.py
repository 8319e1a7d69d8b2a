"""Accounts: everything that is to be said about a story and its questions, as plain data.

The command line prints them, the adapters send them; what is in them is decided here and nowhere else.
"""

from qsr.account.consistency import consistency
from qsr.account.reasons import against, situation
from qsr.account.story import Wanted, account
from qsr.account.versions import versions

__all__ = ["Wanted", "account", "against", "consistency", "situation", "versions"]
