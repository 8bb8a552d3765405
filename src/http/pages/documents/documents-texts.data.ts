/** Texts of the documents page before a key is entered; its script has the others. */

