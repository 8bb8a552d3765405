/** PDF report of evidence. */
export const evidencePdf = {
  'evidence-pdf.page': 'page {page} of {pages}',
  'evidence-pdf.gradeTitle': 'Grade of the evidence',
  'evidence-pdf.howTitle': 'How to verify this report',
  'evidence-pdf.nature': 'This PDF is for reading. The evidence is the signed record evidence.json in the ZIP archive; the signed list SHA256SUMS ties the other files of the archive to it, this one included.',
  'evidence-pdf.online': '1. Drop the ZIP archive, and the invoice if you have it, at {url}. The check runs in your browser; no file is sent.',
  'evidence-pdf.onlineHere': '1. Drop the ZIP archive, and the invoice if you have it, at {path} of this service. The check runs in your browser.',
  'evidence-pdf.offline': '2. Offline: “node verify.mjs <ZIP archive> --keys jwks.json”, with keys of the service (/.well-known/).',
  'evidence-pdf.byHand': '3. By hand: the file OVERENIE.txt describes how, with common tools.',
  'evidence-pdf.moreCauses': 'Further causes ({more}) are in evidence.json.',
  'evidence-pdf.qr': 'QR code with the address of the verification page',
  'evidence-pdf.unknownSigns': 'Characters that the font of this file does not contain are printed as �. The exact text is in evidence.json.',
  'evidence-pdf.grade.signed': 'Signed. The service signed the record with its key. When this file was made, neither a proof of the public log nor a qualified seal was enclosed.',
  'evidence-pdf.grade.signed_and_logged': 'Signed and publicly logged. The service signed the record with its key and entered it into a public log, where nothing can be changed or left out unnoticed; the proof is in evidence.tlog-proof.',
  'evidence-pdf.grade.qualified': 'Sealed and time-stamped with certificates that state a qualified provider. The trusted lists of the EU show whether it was qualified at that time.',
} as const;
