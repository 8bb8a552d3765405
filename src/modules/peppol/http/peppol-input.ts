import { type FieldPlace, makeProblem } from '../../../http/index.ts';
import { firstCharacters } from '../../../lib/first-characters.ts';
import { type Participant, readDocumentType, readParticipant } from '../index.ts';

/** @throws Problem `participant_malformed` with the reason */
export function expectParticipant(text: string, place: FieldPlace, pointer: string): Participant {
  const read = readParticipant(text);
  if (read.ok) return read.participant;
  const error = { in: place, pointer, code: 'participant_malformed', detail: read.detail };
  throw makeProblem('participant_malformed', { participant: firstCharacters(text, 60) }, { errors: [error] });
}

/** @throws Problem `document_type_malformed` */
export function expectDocumentType(text: string | undefined): string | null {
  if (text === undefined) return null;
  const id = readDocumentType(text);
  if (id === null) throw makeProblem('document_type_malformed', { document_type: firstCharacters(text, 100) });
  return id;
}
