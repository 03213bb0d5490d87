import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.ts";
import { useUndoToast } from "#components/ui/use-undo-toast.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { createView, deleteView, type View, viewsQuery } from "#lib/queries/views.ts";
import { allView, type ListPlace, viewListPath } from "./view-address.ts";

/** Deletes a view and opens the whole list. Only one's own can be taken back: a colleague's would be made again as one's own. */
export function useDeleteView(place: ListPlace, onClose: () => void) {
  const t = useTranslations("views");
  const { list, scope } = place;
  const views = { environment: scope.environment, list };
  const router = useRouter();
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const refresh = () => client.invalidateQueries({ queryKey: viewsQuery(views).queryKey });
  const restore = async ({ merchant = null, movingDays = null, columns = null, ...deleted }: View) => {
    const { name, search, isDefault, isShared } = deleted;
    await createView(views, { name, merchant, search, movingDays, columns, isDefault, isShared });
    await refresh();
  };
  return useMutation({
    meta: showsError,
    mutationFn: ({ id }: View) => deleteView(views, id),
    onSuccess: async (_, view) => {
      await refresh();
      onClose();
      const text = t("deleted", { name: view.name });
      if (view.author === null) showUndo(text, () => restore(view));
      else toast.success(text);
      router.replace(`${viewListPath(place)}?view=${allView}`);
    },
  });
}
