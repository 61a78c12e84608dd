"""Medians in milliseconds of scikit-learn's SVC, for the data sets on standard input."""

import json
import statistics
import sys
import time

import numpy as np
from sklearn.svm import SVC


def median(run, samples):
    run()
    times = []
    for _ in range(samples):
        start = time.perf_counter()
        run()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


grid = np.stack([a.ravel() for a in np.meshgrid(np.linspace(-2, 3, 200), np.linspace(-2, 2.5, 200))], axis=1)
results = []
for data in json.load(sys.stdin):
    x = np.array(data["x"]).reshape(-1, 2)
    y = np.array(data["y"])
    rows = []
    for case in data["cases"]:
        model = {tol: SVC(C=case["cost"], gamma=data["gamma"], tol=tol, cache_size=200) for tol in (0.1, 0.001)}
        row = {str(tol): median(lambda: svc.fit(x, y), data["samples"]) for tol, svc in model.items()}
        row["decision"] = median(lambda: model[0.1].decision_function(grid), 2)
        rows.append(row)
    results.append(rows)
print(json.dumps(results))
