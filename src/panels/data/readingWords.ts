/** What a file of one's own tells by the way in which it is written: public, and not protected. One line of a release's sheet. */
export const unprotectedReading =
  "how the file is written, where that was not declared: encoding, separator, decimal mark, order of dates, units in cells, first row";

/** The same in a sentence, beside what a person can declare of it. */
export const readingNote =
  "How a file of text is written is taken as public: encoding, separator, decimal marks, order of dates, units in cells and the first row. What you do not say of these is told by all its cells together. So one record could change how the others are read, and that is not protected.";
