import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { BulkUpdateShape } from '../../api/shapes.ts';
import { upload } from '../../api/upload.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { checkFile, FILE_NAME_LENGTH_MAX } from './check-file.ts';

export interface CsvUpload {
  /** The file under way. */
  readonly fileName: string | undefined;
  /** 0 to 1; at 1 the rows are being checked. */
  readonly share: number;
  /** Why a file was not even sent. */
  readonly problem: string | undefined;
  readonly error: Error | null;
  readonly send: (files: readonly File[]) => void;
  readonly cancel: () => void;
}

/** Sends the file and leads to its check. */
export function useCsvUpload(): CsvUpload {
  const { imports } = useMessages();
  const format = useFormat();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<string>();
  const aborter = useRef<AbortController>(undefined);
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      aborter.current = new AbortController();
      const query = { file_name: file.name.slice(0, FILE_NAME_LENGTH_MAX) };
      const { signal } = aborter.current;
      return upload<BulkUpdateShape>({
        path: '/bulk-updates/csv',
        file,
        query,
        onProgress: setShare,
        signal,
      });
    },
    onSuccess: async ({ id }) => {
      void refresh('/bulk-updates');
      await navigate({ to: '/imports/$id', params: { id } });
    },
  });
  const send = (files: readonly File[]): void => {
    const [file, ...others] = files;
    if (!file || isPending) return;
    const found = others.length > 0 ? imports.upload.oneFile : checkFile(file, imports.upload, format);
    setProblem(found);
    setShare(0);
    if (found === undefined) mutate(file);
  };
  return {
    fileName: isPending ? variables.name : undefined,
    share,
    problem,
    error: error?.name === 'AbortError' ? null : error,
    send,
    cancel: () => aborter.current?.abort(),
  };
}
