// The theme that was chosen by hand, before anything is drawn. Not a module: modules wait for the document.
{
    const theme = localStorage.getItem('noteit-theme')
    if (theme) document.documentElement.dataset.theme = theme
}
