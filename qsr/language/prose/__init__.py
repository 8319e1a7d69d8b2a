"""General English prose about space: any noun, orders, counts and logic over any clause, as logical form."""
