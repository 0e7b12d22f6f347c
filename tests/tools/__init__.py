"""Benchmarks, screenshots and audits: tools that print figures or make pictures; the README says when to use which."""
