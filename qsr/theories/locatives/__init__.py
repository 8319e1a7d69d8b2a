"""Places and completed motions: what a hypothesis has to do with premises, by models of scenes at up to three moments."""
