"""The sandbox: time, single objects, and saved situations of a running match."""
