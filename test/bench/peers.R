# The peers in R: name, samples and numbers as arguments, the data as raw doubles on standard input; prints milliseconds.
arguments <- commandArgs(trailingOnly = TRUE)
samples <- as.integer(arguments[2])
h <- as.numeric(arguments[3])
x <- readBin(file("stdin", "rb"), "double", 1e7)
run <- switch(arguments[1],
  bkde = { library(KernSmooth); function() bkde(x, bandwidth = h, gridsize = 1000, range.x = c(-4, 4)) })
elapsed <- function(repeats) { start <- proc.time()[["elapsed"]]; for (i in seq_len(repeats)) run(); 1000 * (proc.time()[["elapsed"]] - start) / repeats }
# The clock counts milliseconds: a sample is some fifty of them.
elapsed(3)
repeats <- max(1L, as.integer(50 / max(0.05, elapsed(20))))
cat(replicate(samples, elapsed(repeats)))
