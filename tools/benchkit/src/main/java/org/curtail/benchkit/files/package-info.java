/**
 * Files that users name: a {@link org.curtail.benchkit.files.JsonFile} is a format of plans and
 * profiles, which may also be published ones with a name, and explains errors in a file; {@link
 * org.curtail.benchkit.files.NamedKnowledge} is the initial knowledge of an automatic engine;
 * {@link org.curtail.benchkit.files.NamedMachine} is a machine with classes of speed; {@link
 * org.curtail.benchkit.files.InputLines} are the lines of any text; {@link
 * org.curtail.benchkit.files.FolderTree} deletes a folder.
 */
@NullMarked
package org.curtail.benchkit.files;

import org.jspecify.annotations.NullMarked;
