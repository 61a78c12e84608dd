# Rscript test/support/corpus/readr.R FOLDER: what readr makes of the files in it, as readr.json beside them.
suppressMessages(library(readr))
folder <- commandArgs(TRUE)[1]
cells <- function(column) {
  if (inherits(column, "Date")) return(as.numeric(column))
  if (inherits(column, "POSIXct")) return(as.numeric(column) / 86400)
  if (inherits(column, "hms")) return(as.numeric(column) / 3600)
  if (is.logical(column)) return(ifelse(is.na(column), NA, ifelse(column, "true", "false")))
  if (is.character(column)) iconv(column, "UTF-8", "UTF-8", sub = "?") else column
}
given <- strsplit(readLines(file.path(folder, "told")), " ")
answers <- lapply(given, function(told) {
  mark <- told[5]
  written <- locale(encoding = told[3], decimal_mark = mark, grouping_mark = if (mark == ",") "." else ",")
  tryCatch({
    read <- read_delim(
      file.path(folder, told[1]),
      delim = intToUtf8(as.integer(told[2])), locale = written, col_names = told[4] == "true",
      na = c("", if (length(told) > 5) told[6]), show_col_types = FALSE, progress = FALSE
    )
    unname(lapply(as.list(read), function(column) as.list(cells(column))))
  }, error = function(problem) "an error")
})
names(answers) <- vapply(given, `[`, "", 1)
text <- jsonlite::toJSON(answers, auto_unbox = TRUE, na = "null", digits = NA)
writeLines(enc2utf8(text), file.path(folder, "readr.json"), useBytes = TRUE)
cat(as.character(packageVersion("readr")), "\n")
