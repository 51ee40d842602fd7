"""Players that learned by playing; they need numpy, which nothing below them knows."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small; other cores have work
