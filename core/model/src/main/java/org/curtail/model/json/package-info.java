/**
 * Profiles and interval tables as JSON text. Readers and writers of characters only; which file
 * they belong to is the caller's business.
 *
 * <ul>
 *   <li>{@link org.curtail.model.json.ProfileJson} reads and writes {@code curtail-profile/1}.
 *   <li>{@link org.curtail.model.json.IntervalTableJson} reads and writes {@code
 *       curtail-interval-table/1}.
 * </ul>
 */
@NullMarked
package org.curtail.model.json;

import org.jspecify.annotations.NullMarked;
