"""Grids of GRASP's kind: energy in five distributions, obstacles, an agent; as rows, or as prompts under all constraints.

`generator` is the entrance; `options` reads what is asked for; `distributions` draws what cells hold; `rows` writes and verifies.

Source: "GRASP: A Grid-Based Benchmark for Evaluating Commonsense Spatial Reasoning" (2024) and its published grids.
"""

from qsr.datasets.grasp.generator.generator import Grasp

__all__ = ["Grasp"]
