"""Certificates: what an answer rests on, as data that somebody else can check.

`certify` writes a witness for each label that is possible and a minimal set of statements against each that is not; `verify`
reads the text again and checks every claim without the solver that made it. `docs/certificates.md` describes the form.
"""

from __future__ import annotations

from qsr.certificates.format import dumps, loads
from qsr.certificates.make import certify
from qsr.certificates.verification import Report, verify
from qsr.errors import CertificateError

__all__ = ["CertificateError", "Report", "certify", "dumps", "loads", "verify"]
