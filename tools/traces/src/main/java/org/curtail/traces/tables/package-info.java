/**
 * Recordings of any size. A {@link org.curtail.traces.tables.Recording} gives the same results in
 * memory ({@link org.curtail.traces.tables.InMemoryRecording}) and in {@link
 * org.curtail.traces.tables.Tables} of a database ({@link
 * org.curtail.traces.tables.TableRecording}). Java computes the figures of each request once, and
 * stores them in rows ({@link org.curtail.traces.tables.TraceRows}). SQL aggregates over requests.
 *
 * <ul>
 *   <li>An {@link org.curtail.traces.tables.Engine} imports recordings into tables and queries
 *       them; an {@link org.curtail.traces.tables.EngineStarter} starts one on a cluster.
 *   <li>{@link org.curtail.traces.tables.KeptRecording} is the folder of Parquet files of a
 *       recording; {@link org.curtail.traces.tables.Contents} is a summary of its requests.
 *   <li>{@link org.curtail.traces.tables.RequestRow} and {@link org.curtail.traces.tables.SpanRow}
 *       are the rows of the two tables.
 *   <li>{@link org.curtail.traces.tables.DamageJson} reads and writes damage as JSON.
 *   <li>{@link org.curtail.traces.tables.WorkflowSummary} is a workflow without its requests.
 *   <li>{@link org.curtail.traces.tables.ImportProgress} receives the progress of an import.
 * </ul>
 */
@NullMarked
package org.curtail.traces.tables;

import org.jspecify.annotations.NullMarked;
