/**
 * Profiles and interval tables as JSON text: {@link org.curtail.json.ProfileJson} ({@code
 * curtail-profile/1}) and {@link org.curtail.json.IntervalTableJson} ({@code
 * curtail-interval-table/1}).
 *
 * <p>Readers and writers of characters only; which file they belong to is the caller's business.
 * Reading is strict: what a format does not define is rejected by a {@link
 * org.curtail.json.FormatException} that says where and why, since a misspelt field that is ignored
 * would be a plan that is not enforced.
 */
@NullMarked
package org.curtail.json;

import org.jspecify.annotations.NullMarked;
