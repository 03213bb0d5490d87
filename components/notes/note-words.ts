/** Every word of the notes in one place. */
export const noteWords = {
  title: "Notes",
  loading: "Loading the notes",
  failed: "The notes could not be listed",
  none: "Nobody wrote anything down about it yet.",
  write: "Write a note",
  placeholder: "What was said, promised, found out. No card numbers.",
  save: "Save the note",
  edit: "Change",
  cancel: "Leave it",
  edited: "changed",
  notSaved: "The note was not saved",
} as const;
