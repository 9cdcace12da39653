import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { FILE_SIZE_MAX, ROWS_MAX } from './check-file.ts';
import { type CsvUpload, useCsvUpload } from './use-csv-upload.ts';

export function UploadCard(): ReactNode {
  const { imports } = useMessages();
  const csv = useCsvUpload();
  return (
    <Card title={imports.upload.title}>
      <div className="grid gap-3">
        {csv.fileName === undefined ? (
          <DropZone onFiles={csv.send} />
        ) : (
          <UnderWay csv={csv} fileName={csv.fileName} />
        )}
        <div role="alert" className="empty:hidden">
          {csv.problem !== undefined && (
            <Notice tone="warning" title={imports.upload.failed}>
              {csv.problem}
            </Notice>
          )}
        </div>
        {csv.problem === undefined && csv.error && <ErrorNotice error={csv.error} />}
      </div>
    </Card>
  );
}

function DropZone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const {
    imports: { upload },
  } = useMessages();
  const format = useFormat();
  const disabledReason = useDisabledReason('run_bulk_updates');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    if (disabledReason === undefined) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      role="presentation"
      className={cx(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong/60 bg-sunken',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(disabledReason === undefined);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={22} className="text-muted" />
      <p className="font-medium">{upload.drop}</p>
      <Button variant="primary" disabledReason={disabledReason} onClick={() => input.current?.click()}>
        {upload.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={upload.choose}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <div className="grid max-w-xl gap-1 text-sm text-muted">
        <p>{upload.layout(FILE_SIZE_MAX, format.number(ROWS_MAX))}</p>
        <p>{upload.statuses}</p>
      </div>
    </div>
  );
}

interface UnderWayProps {
  readonly csv: CsvUpload;
  readonly fileName: string;
}

function UnderWay({ csv, fileName }: UnderWayProps): ReactNode {
  const { imports, common } = useMessages();
  const format = useFormat();
  const isSent = csv.share >= 1;
  const text = isSent ? imports.upload.checking(fileName) : imports.upload.uploading(fileName);
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-sunken px-5 py-6">
      <div className="flex items-center gap-3">
        <Icon name="turn" className="animate-turn text-muted" />
        <p role="status" className="min-w-0 grow font-medium break-words">
          {text}
        </p>
        {!isSent && (
          <span className="text-sm text-muted tabular-nums">
            {format.percent(Math.floor(csv.share * 100) / 100)}
          </span>
        )}
        <Button size="sm" onClick={csv.cancel}>
          {common.cancel}
        </Button>
      </div>
      <ProgressBar label={text} value={csv.share} max={1} />
    </div>
  );
}
