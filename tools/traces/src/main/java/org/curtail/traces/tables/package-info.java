/**
 * Recordings of any size: a {@link org.curtail.traces.tables.Recording} answers the same whether it
 * is held in memory ({@link org.curtail.traces.tables.HeldRecording}) or in {@link
 * org.curtail.traces.tables.Tables} of a database ({@link
 * org.curtail.traces.tables.TableRecording}). What belongs to one request is worked out in Java,
 * once, and stands in the rows ({@link org.curtail.traces.tables.TraceRows}); what goes across
 * requests is SQL.
 *
 * <ul>
 *   <li>An {@link org.curtail.traces.tables.Engine} reads recordings into tables and asks them; an
 *       {@link org.curtail.traces.tables.EngineStarter} starts one on a cluster.
 *   <li>{@link org.curtail.traces.tables.KeptRecording} is the folder of Parquet files that keeps a
 *       recording; {@link org.curtail.traces.tables.Contents} is what it holds.
 *   <li>{@link org.curtail.traces.tables.RequestRow} and {@link org.curtail.traces.tables.SpanRow}
 *       are the two tables.
 *   <li>{@link org.curtail.traces.tables.DamageJson} is what was broken, as JSON.
 *   <li>{@link org.curtail.traces.tables.WorkflowSummary} is a workflow without its requests.
 *   <li>{@link org.curtail.traces.tables.ImportProgress} is told how far reading has come.
 * </ul>
 */
@NullMarked
package org.curtail.traces.tables;

import org.jspecify.annotations.NullMarked;
