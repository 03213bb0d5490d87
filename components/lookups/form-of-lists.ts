/** The form of the page and the lists that stood in its address; "" without one. `key`: the first of them. */
export type FormOfLists = { key: string; lists: readonly string[] };

/** The form that shows a list: the one that put it into the address, or one of its own. */
export function formKey({ key, lists }: FormOfLists, list: string): string {
  return lists.includes(list) ? key : list;
}

/** After the form that shows the list `from` has put `to` into the address. */
export function adoptList(form: FormOfLists, { from, to }: { from: string; to: string }): FormOfLists {
  return form.lists.includes(from) ? { ...form, lists: [...form.lists, to] } : { key: from, lists: [from, to] };
}
