"""The per-page stage spread out: local.py over processes, dask.py over a cluster; the same bytes either way."""

from citegate.workers.local import YOUNG_OBJECTS, Work, chunked, cores, spread

__all__ = ["YOUNG_OBJECTS", "Work", "chunked", "cores", "spread"]
