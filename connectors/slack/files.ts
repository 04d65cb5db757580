/** Looking at files: which there are, and what one is. */
import type { OperationHandler } from "../../src/connector.ts";
import { type ErrorTable, input } from "./error-rule.ts";
import { fileView } from "./file-view.ts";
import type { GetFileInput, ListFilesInput } from "./inputs/files.ts";
import { numberAt, objectAt, objectsAt } from "./slack-body.ts";
import { slackOperation } from "./slack-operation.ts";

const PAGE = 50;

const fileErrors: ErrorTable = {
  unknown_type: input("A kind of file is unknown. Use spaces, snippets, images, gdocs, zips, pdfs or all."),
};

export const listFiles: OperationHandler = slackOperation<ListFilesInput>({
  method: "files.list",
  branch: "listed",
  prepare: (args) => ({
    channel: args.channelId,
    user: args.userId,
    types: args.types?.join(","),
    ts_from: args.createdAfter,
    ts_to: args.createdBefore,
    count: args.limit ?? PAGE,
    page: args.page,
  }),
  read: (body, args) => {
    const files = objectsAt(body, "files");
    if (files === undefined) return undefined;
    const paging = objectAt(body, "paging");
    return {
      output: {
        files: files.map((file) => fileView(file)).filter((file) => file !== undefined),
        page: numberAt(paging, "page") ?? args.page ?? 1,
        pageCount: numberAt(paging, "pages") ?? 1,
      },
    };
  },
  errors: fileErrors,
});

export const getFile: OperationHandler = slackOperation<GetFileInput>({
  method: "files.info",
  branch: "read",
  prepare: ({ fileId }) => ({ file: fileId }),
  read: (body) => {
    const file = fileView(objectAt(body, "file"));
    return file === undefined ? undefined : { output: { file } };
  },
});
