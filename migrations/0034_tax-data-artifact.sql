-- What the tax office will be told of a document, kept beside what is handed over.

-- Every row that there is keeps the wider rule too, so nothing is looked through under the lock.
alter table document_artifacts drop constraint document_artifacts_name_check;
alter table document_artifacts add constraint document_artifacts_name_check check (name in (
  'invoice.xml', 'validation.json', 'evidence.zip', 'invoice.html', 'invoice.pdf', 'send-package.xml', 'tax-data.xml'
)) not valid;
alter table document_artifacts validate constraint document_artifacts_name_check;
