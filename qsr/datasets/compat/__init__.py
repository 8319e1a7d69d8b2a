"""What published evaluations and releases do, faults and all, so that their figures can be compared with ours."""
