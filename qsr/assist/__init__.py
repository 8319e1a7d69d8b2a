"""Sentences that the grammar refuses, put into plain words by a language model and verified before they enter a story."""

from __future__ import annotations

from qsr.assist.protocol import Check, Message, Model, Paraphrase, Reply

__all__ = ["Check", "Message", "Model", "Paraphrase", "Reply"]
