/**
 * Profiles and interval tables as JSON text. The caller opens and closes files.
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
