"""What texts say: dates, prices, numbers, words, addresses."""
