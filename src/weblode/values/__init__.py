"""Values in texts: dates, prices, numbers, and names made from texts."""
